import type { Page } from '@playwright/test'

/** An element that has the focus, as the walk along a page sees it. */
export interface Stop {
  /** Its number in the page: the same element has the same. */
  id: number
  name: string
  /** In the page, in pixels, as if nothing were scrolled. */
  box: { top: number; left: number; bottom: number; right: number }
  /** How it is opened, if it opens a list, a menu or a dialog. */
  popup: 'button' | 'box' | undefined
  isRadio: boolean
}

interface Looks {
  /** Remembers how everything looks while nothing has the focus. */
  unfocused: () => void
  stopHere: () => Stop | undefined
  /** What can have the focus now. */
  focusable: () => string
  /** Whether the stop before looked otherwise while it had the focus. */
  wasMarked: () => boolean
}

// oxlint-disable unicorn/consistent-function-scoping -- the function is sent to the page as a whole
/** What `stopHere` and `wasMarked` run in the page. */
export function installLooks(): void {
  const ids = new WeakMap<Element, number>()
  let count = 0
  const unfocused = new WeakMap<Element, string>()
  let marked: { elements: Element[]; looks: string[] } | undefined
  const idOf = (element: Element): number => {
    const id = ids.get(element) ?? ++count
    ids.set(element, id)
    return id
  }
  /** A drawn radio or a framed field shows the focus on the element around or beside it, a place of a sheet on the ring in it. */
  const around = (element: Element): Element[] => {
    const elements = [element, ...element.children, ...(element.parentElement?.children ?? [])]
    for (
      let up = element.parentElement, level = 0;
      up && up !== document.body && level < 4;
      up = up.parentElement, level++
    )
      elements.push(up)
    return [...new Set(elements)]
  }
  const look = (element: Element): string => {
    const style = getComputedStyle(element)
    const outline = style.outlineStyle === 'none' || style.outlineWidth === '0px' ? '' : style.outline
    return `${outline} ${style.boxShadow} ${element instanceof SVGElement ? style.stroke + style.visibility : ''}`
  }
  /** How far everything around the element is scrolled: a long table scrolls inside the page. */
  const scrolled = (element: Element) => {
    let [x, y] = [0, 0]
    for (let up = element.parentElement; up; up = up.parentElement) [x, y] = [x + up.scrollLeft, y + up.scrollTop]
    return { x, y }
  }
  const nameOf = (element: Element): string => {
    const labels = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id))
    const texts = [
      element.getAttribute('aria-label'),
      ...labels.map((label) => label?.textContent),
      element.textContent,
      element.id,
    ]
    return (texts.find((text) => text) ?? '').slice(0, 40)
  }
  const looks: Looks = {
    unfocused: () => {
      for (const element of document.querySelectorAll('*')) unfocused.set(element, look(element))
    },
    stopHere: () => {
      const element = document.activeElement
      if (!element || element === document.body) return undefined
      const elements = around(element)
      marked = { elements, looks: elements.map(look) }
      const seen = element.matches('input[type=radio], input[type=checkbox]')
        ? (element.closest('label') ?? element)
        : element
      const { top, left, bottom, right } = seen.getBoundingClientRect()
      const { x, y } = scrolled(seen)
      return {
        id: idOf(element),
        name: `${element.getAttribute('role') ?? element.localName} ${nameOf(element)}`,
        box: { top: top + y, left: left + x, bottom: bottom + y, right: right + x },
        popup: element.matches('[role=combobox]')
          ? 'box'
          : element.matches('button[aria-haspopup]')
            ? 'button'
            : undefined,
        isRadio: element.matches('input[type=radio]'),
      }
    },
    focusable: () =>
      [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
        .map((element) => `${idOf(element)} ${element.matches(':disabled')}`)
        .join(),
    wasMarked: () => {
      if (!marked) return true
      const { elements, looks: then } = marked
      const [own] = elements
      // a button inside a field leaves the frame of the field as it is
      const before = [own, own?.parentElement].filter((element) => element && unfocused.has(element))
      return (
        elements.some((element, at) => look(element) !== then[at]) ||
        before.some((element) => unfocused.get(element!) !== then[elements.indexOf(element!)])
      )
    },
  }
  Object.assign(window, { looks })
}
// oxlint-enable unicorn/consistent-function-scoping

const here = <Answer>(page: Page, act: keyof Looks) =>
  page.evaluate((name) => (window as unknown as { looks: Looks }).looks[name]() as unknown, act) as Promise<Answer>

export const stopHere = (page: Page) => here<Stop | undefined>(page, 'stopHere')
export const focusable = (page: Page) => here<string>(page, 'focusable')
export const wasMarked = (page: Page) => here<boolean>(page, 'wasMarked')

/** Puts the next key before or behind everything on the page. */
export async function toEdge(page: Page, edge: 'start' | 'end'): Promise<void> {
  await page.evaluate((place) => {
    const at = document.createElement('span')
    at.tabIndex = -1
    if (place === 'start') document.body.prepend(at)
    else document.body.append(at)
    at.focus()
    at.remove()
  }, edge)
  await here(page, 'unfocused')
}

const SLACK = 4
/** Whether the eye goes on, down or to the right: a column is read to its end before the next one. */
export const goesOn = ({ box: from }: Stop, { box: to }: Stop): boolean => {
  const isAbove = to.bottom <= from.top + SLACK
  const isBeside = !isAbove && to.top < from.bottom - SLACK
  const isLeft = to.right <= from.left + SLACK
  const isRight = to.left >= from.right - SLACK
  return isAbove ? isRight : !(isBeside && isLeft)
}
