import { expect, type Page } from '@playwright/test'
import axe, { type NodeResult } from 'axe-core'

/** The rules for every screen: WCAG 2.2 AA and axe's best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on a page without frames: each broken rule with its elements. */
export async function axeViolations(page: Page, runOnly: string[] = TAGS): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // a dialog that comes or goes is transparent, and then no dialog for axe; before it enters, React Aria hides it by its style
  await expect(page.locator('[data-entering], [data-exiting], [style*="opacity: 0"]:has([role$=dialog])')).toHaveCount(
    0,
  )
  return page.evaluate(async (only) => {
    const { axe: here } = window as unknown as { axe: typeof axe }
    // React Aria announces a pending button by an image that refers to it, which may have gone before the announcement
    // describing what passes takes most of the time
    const { violations } = await here.run(
      { exclude: '[data-live-announcer] [role=img]' },
      { runOnly: only, resultTypes: ['violations'] },
    )
    const found: string[] = []
    for (const { id, nodes } of violations) {
      const wrong = id === 'target-size' ? await inTheMiddle(nodes) : nodes
      if (wrong.length > 0) found.push(`${id} ${wrong.map(({ html }) => html).join(' ')}`)
    }
    return found

    /** The nodes whose target is too small where no bar covers them: axe counts what is seen of them. */
    async function inTheMiddle(nodes: NodeResult[]): Promise<NodeResult[]> {
      const small: NodeResult[] = []
      for (const node of nodes) {
        document.querySelector(String(node.target[0]))?.scrollIntoView({ block: 'center' })
        const again = await here.run(
          { include: [node.target] },
          { runOnly: ['target-size'], resultTypes: ['violations'] },
        )
        if (again.violations.length > 0) small.push(node)
      }
      return small
    }
  }, runOnly)
}
