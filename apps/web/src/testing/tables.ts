import { screen } from '@testing-library/dom'
import { vi } from 'vitest'

/** Lays out every table with this width, in pixels. */
export const tablesAreWide = (pixels: number) =>
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(pixels)

/** The heads of the table in the page, each with its width in pixels. */
export const heads = (): string[] =>
  screen.getAllByRole('columnheader').map((head) => `${head.textContent} ${parseInt(head.parentElement!.style.width)}`)

/** As many pages as no test has: a list that asks without end fails its test instead of filling the memory. */
const PAGES_MAX = 10

/** The end of every list is in the window, so that each list loads all of its pages. */
export function listsAreShort(): void {
  let pages = 0
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly report: IntersectionObserverCallback
      constructor(report: IntersectionObserverCallback) {
        this.report = report
      }
      observe() {
        if (++pages <= PAGES_MAX)
          this.report([{ isIntersecting: true } as IntersectionObserverEntry], this as unknown as IntersectionObserver)
      }
      disconnect() {}
    },
  )
}

/** Answers a call for a page of a list. */
export const pagesOf =
  <Row>(all: readonly Row[]) =>
  ({ query: { start, length } }: { query: { start: number; length: number } }) => ({
    data: all.slice(start, start + length),
    total: all.length,
    start,
    length,
  })
