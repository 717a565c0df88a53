import type { Locator } from '@playwright/test'

/** What shows a state without a word: ground, border, outline and shadow as the browser computes them. */
export const lookOf = (part: Locator) =>
  part.evaluate((element) => {
    const style = getComputedStyle(element)
    const line = (side: string) => {
      const [width, kind] = [style.getPropertyValue(`${side}-width`), style.getPropertyValue(`${side}-style`)]
      return kind === 'none' || width === '0px' ? 'none' : `${width} ${kind} ${style.getPropertyValue(`${side}-color`)}`
    }
    return {
      ground: style.backgroundColor,
      border: ['border-top', 'border-right', 'border-bottom', 'border-left'].map(line).join(', '),
      outline: line('outline'),
      shadow: style.boxShadow,
      fill: style.fill,
      stroke: `${style.stroke} ${style.strokeWidth} ${style.strokeDasharray}`,
    }
  })
