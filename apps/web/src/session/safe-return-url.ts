import { href } from '../pages.ts'

const HOME = href('home')

/**
 * The page to open after sign-in: a path below /app on this origin; home for everything else. The URL is compared as
 * the browser resolves it, so that no spelling leads to another site.
 * @param origin such as `https://post.example`
 */
export function safeReturnUrl(given: string | null, origin: string): string {
  if (given === null || !given.startsWith('/') || /^\/[/\\]/.test(given) || /[\p{Cc}\\]/u.test(given)) return HOME
  if (!URL.canParse(given, origin)) return HOME
  const url = new URL(given, origin)
  const isOurs = url.origin === origin && (url.pathname === '/app' || url.pathname.startsWith('/app/'))
  return isOurs ? url.pathname + url.search + url.hash : HOME
}
