import { screen, waitFor } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { openPage } from './open-page.tsx'
import { fill, priced } from './shipping-form.ts'

/** Opens the page of letters, with its sheet. */
export async function openLetters(): Promise<UserEvent> {
  const user = openPage('/app/desktop')
  await screen.findByRole('grid', { name: 'Places on the sheet' })
  return user
}

/** The same with a letter that has a price. */
export async function openPricedLetters(): Promise<UserEvent> {
  const user = await openLetters()
  fill('weight', '90g')
  await screen.findByRole('radio', { name: /^2nd Class, £/ })
  await waitFor(priced)
  return user
}

/** The button that changes a fact of all labels. */
export const changeOf = (fact: string): HTMLElement => screen.getByRole('button', { name: `Change: ${fact}` })

/** The facts of all labels, by name. */
export const letterFacts = (): Record<string, string | undefined> =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  )
