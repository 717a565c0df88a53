import type { Page } from '@playwright/test'
import type { Postroom } from '../support/postroom.ts'

/** A state of a page to inspect. */
export interface State {
  name: string
  /** Brings the page to it: from its address or, in `next`, from the state before, at any width and in any theme. */
  open(page: Page, postroom: Postroom): Promise<void>
  /** Looked at by axe and in screenshots only. */
  inSweep?: true
  /** The states that follow from it, one after another, without another page load. */
  next?: readonly State[]
}

export const at = (path: string) => async (page: Page, postroom: Postroom) => {
  await page.goto(`${postroom.url}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Until an alert has a text. */
export const alerted = (page: Page): Promise<void> =>
  page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor()
