import { expect, type Locator } from '@playwright/test'

/** Checks a radio button or a box, drawn over its input; again if a notice that arrived moved it away from the press. */
export const check = (box: Locator): Promise<void> =>
  expect(() => box.check({ force: true, timeout: 5_000 })).toPass({ timeout: 30_000 })
