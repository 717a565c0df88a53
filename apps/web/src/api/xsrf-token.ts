/** The XSRF token, which proves that a request comes from our own page. */
export const xsrfTokenIn = (cookies: string): string | undefined => {
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1]
  return value === undefined || value === '' ? undefined : decodeURIComponent(value)
}
