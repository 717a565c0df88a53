import type { Locator } from '@playwright/test'

/** What shows a state without a word, and without regard to the colour of a line; 'none' for what the page hides. */
export const lookOf = (part: Locator) =>
  part.evaluate((element) => {
    const style = getComputedStyle(element)
    const page = getComputedStyle(document.documentElement).backgroundColor
    const isSeen = (colour: string) => colour !== page && !/^rgba.*, 0\)$/.test(colour)
    const line = (side: string) => {
      const [width, kind, colour] = ['width', 'style', 'color'].map((of) => style.getPropertyValue(`${side}-${of}`))
      return kind === 'none' || width === '0px' || !isSeen(colour!) ? 'none' : `${width} ${kind}`
    }
    return {
      ground: isSeen(style.backgroundColor) ? style.backgroundColor : 'none',
      border: ['border-top', 'border-right', 'border-bottom', 'border-left'].map(line).join(', '),
      outline: line('outline'),
      shadow: style.boxShadow,
      fill: style.fill,
      stroke: `${style.stroke} ${style.strokeWidth} ${style.strokeDasharray}`,
    }
  })
