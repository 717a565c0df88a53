/** The token of a reset link. It follows the `#`, so it reaches no server and no log. */
export const resetTokenIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('token')?.trim() || undefined
