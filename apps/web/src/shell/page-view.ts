/**
 * Dispatches a page-view event with the path of the opened screen, never its query. Nothing is sent anywhere.
 * @see spec §9
 */
export function announcePageView(path: string): void {
  dispatchEvent(new CustomEvent('postroom:pageview', { detail: { path } }))
}
