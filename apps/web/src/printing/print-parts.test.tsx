import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { watchListeners } from '../testing/left-listeners.ts'
import { show } from '../testing/show.tsx'
import { i18next } from '../i18n.ts'
import { atPlace } from './at-place.ts'
import { failureText } from './failure-text.ts'
import { useShownShipments, useShowsShipment } from './shown-shipments.ts'
import { useLeaveWarning } from './use-leave-warning.ts'

function Warning({ isBusy }: { isBusy: boolean }) {
  useLeaveWarning(isBusy)
  return null
}
const isWarned = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('the browser asks before it closes a tab that is busy, and only then', async () => {
  const left = watchListeners()
  show(<Warning isBusy={false} />)
  const before = left('beforeunload')
  expect(isWarned()).toBe(false)
  show(<Warning isBusy />)
  await waitFor(() => expect(isWarned()).toBe(true))
  expect(left('beforeunload')).toBe(before + 1)
  show(<Warning isBusy={false} />)
  await waitFor(() => expect(isWarned()).toBe(false))
  expect(left('beforeunload')).toBe(before)
})

function Part({ id }: { id?: string | undefined }) {
  useShowsShipment(id)
  return null
}
const Shown = () => <p>{useShownShipments().join(' ')}</p>
const showParts = (...ids: (string | undefined)[]) =>
  show(
    <>
      <Shown />
      {ids.map((id, index) => (
        <Part key={index} id={id} />
      ))}
    </>,
  )
const shows = (text: string) => waitFor(() => expect(document.body).toHaveTextContent(new RegExp(`^${text}$`)))

it('lists what each part of the page shows, as long as it does', async () => {
  showParts('a', 'b', 'c', undefined)
  await shows('a b c')
  showParts('a', undefined, 'c')
  await shows('a c')
  showParts('a', 'a', 'c')
  await waitFor(() => expect(document.body.textContent.split(' ').toSorted()).toEqual(['a', 'a', 'c']))
  showParts(undefined, 'a', undefined)
  await shows('a')
  showParts()
  await shows('')
})

it('names another workstation before what it does', () => {
  expect(atPlace(undefined, 'Printed.', i18next.t)).toBe('Printed.')
  expect(atPlace('Office', 'Printed.', i18next.t)).toBe('At Office: Printed.')
})

it.each([
  ['a known code', { code: 'media_empty', description: 'x' }, /out of paper/],
  ['a code of the server', { code: 'not_found', description: 'x' }, /^(?!x$).+/],
  ['a new code with words', { code: 'brand_new', description: 'In words.' }, /^In words\.$/],
  ['a new code without', { code: 'brand_new', description: '' }, /^brand_new$/],
])('says why nothing was printed: %s', (_what, failure, text) =>
  expect(failureText(failure, 'mailing', i18next)).toMatch(text),
)
