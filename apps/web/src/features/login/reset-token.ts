/** The token of a reset link; it stands behind the `#`, which no server and no log sees. */
export const resetTokenIn = (hash: string): string | undefined =>
  new URLSearchParams(hash.slice(1)).get('token')?.trim() || undefined
