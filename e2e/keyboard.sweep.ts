import type { Locator, Page } from '@playwright/test'
import { SCREENS } from './screens.ts'
import { comeSignedIn, expect, newSession, test, useSession } from './support/fixtures.ts'
import { focusable, goesOn, installLooks, stopHere, toEdge, wasMarked, type Stop } from './support/focus.ts'

test.use({ server: 'keyboard' })

/** More than any page has. */
const MOST_STOPS = 150

/** Presses Tab until it begins anew. @returns the stops, and what is wrong with them */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab', visit: (stop: Stop) => Promise<string[]>) {
  // a page that keeps the focus is walked from there
  const kept = await stopHere(page)
  const stops: Stop[] = kept ? [kept] : []
  const wrong: string[] = []
  for (;;) {
    await page.keyboard.press(key)
    const last = stops.at(-1)
    if (last && !(await wasMarked(page))) wrong.push(`${last.name} does not show that it has the focus`)
    const stop = await stopHere(page)
    if (!stop || stop.id === stops[0]?.id) return { stops, wrong, isKept: kept !== undefined }
    if (stops.some(({ id }) => id === stop.id))
      return { stops, wrong: [...wrong, `${stop.name} holds the focus`], isKept: false }
    if (key === 'Tab' && last && !goesOn(last, stop)) wrong.push(`${last.name} is not followed by ${stop.name}`)
    stops.push(stop)
    wrong.push(...(await visit(stop)))
    if (stops.length > MOST_STOPS) return { stops, wrong: [...wrong, 'Tab never comes back'], isKept: false }
  }
}

/** Whether what is asked for comes to hold, perhaps some frames later. */
const becomes = <T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<boolean> =>
  expect
    .poll(async () => holds(await ask()), { timeout: 2_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )

/** Whether the stop gets the focus again. */
const leadsBack = (page: Page, id: number) =>
  becomes(
    () => stopHere(page),
    (stop) => stop?.id === id,
  )

const popups = (page: Page) =>
  page.locator('[role=listbox], [role=menu], [role=dialog], [role=alertdialog]').filter({ visible: true })

/** Opens what the stop opens, and closes it with Escape. */
async function openAndClose(page: Page, { id, name, popup }: Stop): Promise<string[]> {
  if (!popup) return []
  // a page can have a list of its own that stays, as the search's
  const stays = await popups(page).count()
  await page.keyboard.press(popup === 'box' ? 'Alt+ArrowDown' : 'Enter')
  const shown = () => popups(page).count()
  if (!(await becomes(shown, (count) => count > stays))) return popup === 'box' ? [] : [`${name} opens nothing`]
  await page.keyboard.press('Escape')
  if (!(await becomes(shown, (count) => count === stays))) return [`Escape does not close ${name}`]
  return (await leadsBack(page, id)) ? [] : [`Escape does not lead back to ${name}`]
}

/** Moves to the next choice of a group and back. */
async function moveInGroup(page: Page, { id, name, isRadio }: Stop): Promise<string[]> {
  if (!isRadio) return []
  const count = await page.evaluate(() => {
    const { form, name: group } = document.activeElement as HTMLInputElement
    return (form ?? document).querySelectorAll(`input[type=radio][name="${CSS.escape(group)}"]:enabled`).length
  })
  if (count < 2) return []
  const before = await focusable(page)
  await page.keyboard.press('ArrowDown')
  const isMarked = await wasMarked(page)
  const moved = (await stopHere(page))?.id !== id
  await page.keyboard.press('ArrowUp')
  // a group can choose what the page shows
  await becomes(
    () => focusable(page),
    (stops) => stops === before,
  )
  if (!moved) return [`the arrows do not leave ${name}`]
  if (!isMarked) return [`${name} does not show that it has the focus`]
  return (await leadsBack(page, id)) ? [] : [`the arrows do not lead back to ${name}`]
}

for (const { signedIn, states } of SCREENS) {
  const [state] = states
  if (!state || state.inSweep) continue
  test(`${state.name} by keyboard: each stop follows the one before, shows the focus, and lets it go`, async ({
    page,
    postroom,
  }) => {
    await page.addInitScript(installLooks)
    await useSession(page, postroom, signedIn ? await newSession(postroom) : undefined)
    await state.open(page, postroom)
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('Escape') // what the state has opened
    const { there, back } = await walkBothWays(page)
    expect(there.wrong).toEqual([])
    expect(there.stops.length).toBeGreaterThan(2)
    expect(back.wrong).toEqual([])
    const names = new Map(there.stops.map(({ id, name }) => [id, name]))
    const again = back.stops.map(({ id, name }) => names.get(id) ?? `not there: ${name}`)
    if (!there.isKept) expect(again.toReversed()).toEqual([...names.values()])
  })
}

const MOST_WALKS = 3

/** Walks by Tab and back. A page that changes meanwhile, as when a notice arrives, is walked anew. */
async function walkBothWays(page: Page) {
  for (let walks = 1; ; walks += 1) {
    await toEdge(page, 'start')
    const before = await focusable(page)
    const there = await walk(page, 'Tab', async (stop) => [
      ...(await openAndClose(page, stop)),
      ...(await moveInGroup(page, stop)),
    ])
    await toEdge(page, 'end')
    const back = await walk(page, 'Shift+Tab', async () => [])
    if (walks === MOST_WALKS || (await focusable(page)) === before) return { there, back }
  }
}

const MODAL = '[role=dialog], [role=alertdialog]'

/** What opens a dialog or a drawer, and where the focus is before and afterwards. */
const OPENERS: readonly { of: string; screen: string; key: string; on: (page: Page) => Locator; opened?: string }[] = [
  { of: 'search', screen: 'home', key: 'Control+k', on: (page) => page.getByRole('link', { name: 'Letters' }) },
  { of: 'the shortcuts', screen: 'home', key: '?', on: (page) => page.getByRole('link', { name: 'Letters' }) },
  {
    of: 'a problem',
    screen: 'mailroom',
    key: 'Alt+p',
    on: (page) => page.locator('input[name=scan]'),
  },
  {
    of: 'the drawer of an address',
    screen: 'addressbook',
    key: 'Enter',
    on: (page) => page.getByRole('row').filter({ hasText: 'Rhodri' }),
    opened: 'aside form',
  },
  {
    of: 'the drawer of a new address',
    screen: 'addressbook',
    key: 'Enter',
    on: (page) => page.getByRole('button', { name: 'New address' }),
    opened: 'aside form',
  },
  {
    of: 'the import',
    screen: 'addressbook',
    key: 'Enter',
    on: (page) => page.getByRole('button', { name: 'Import', exact: true }),
  },
  {
    of: 'unpairing',
    screen: 'printers',
    key: 'Enter',
    on: (page) => page.getByRole('button', { name: 'Unpair' }),
  },
]

for (const { of, screen, key, on, opened = MODAL } of OPENERS)
  test(`Escape closes ${of} on ${screen}, and leads back to what opened it`, async ({ page, postroom }) => {
    await comeSignedIn(page, postroom)
    await SCREENS.flatMap(({ states }) => states)
      .find(({ name }) => name === screen)!
      .open(page, postroom)
    await page.waitForLoadState('networkidle')
    const opener = on(page).first()
    await opener.focus()
    await page.keyboard.press(key)
    const open = page.locator(opened).first()
    await expect(open).toBeVisible()
    if (opened === MODAL)
      for (let press = 0; press < 8; press += 1) {
        await page.keyboard.press(press < 4 ? 'Tab' : 'Shift+Tab')
        expect(await open.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
      }
    await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
