/** What must reach the server while the user is still signed in: unsaved drafts. */
export const beforeSignOut = new Set<() => Promise<void>>()
