/**
 * Tells whoever listens in the page that a screen was opened: its path, never its query. Nothing is sent anywhere.
 * @see spec §9
 */
export function announcePageView(path: string): void {
  dispatchEvent(new CustomEvent('postroom:pageview', { detail: { path } }))
}
