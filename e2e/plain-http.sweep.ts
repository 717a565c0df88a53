import { chromium } from '@playwright/test'
import { axeViolations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

/** The name of another computer, as the browser sees it. */
const ELSEWHERE = '--host-resolver-rules=MAP postroom.test 127.0.0.1'

test('a page over plain http from another computer says what to do, and the same page on this one works', async ({
  launchOptions,
  postroom,
}) => {
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ELSEWHERE] })
  try {
    const page = await browser.newPage()
    const { port } = new URL(postroom.url)
    await page.goto(`http://postroom.test:${port}/login`)
    await expect(page.getByRole('heading', { name: 'Postroom needs a secure connection' })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(`postroom.test:${port}`)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    expect(await axeViolations(page)).toEqual([])

    await page.goto(`http://postroom.test:${port}/app/home?language=fr-fr`)
    await expect(page.getByRole('heading', { name: 'Postroom a besoin d’une connexion sécurisée' })).toBeVisible()

    await page.goto(`${postroom.url}/login?language=en-gb`)
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
  } finally {
    await browser.close()
  }
})
