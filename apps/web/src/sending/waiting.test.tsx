import type { RateRequest } from '@postroom/contract/rate'
import { screen, waitFor } from '@testing-library/dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { watchListeners } from '../testing/left-listeners.ts'
import { show } from '../testing/show.tsx'
import { useRetryOnline } from './use-retry-online.ts'
import { useWaitToBuy } from './use-wait-to-buy.ts'

const buy = vi.fn<() => void>()
beforeEach(() => buy.mockClear())

const itemOf = (weight: number) => ({ weight }) as unknown as RateRequest
const LOADING = { isReady: false, request: itemOf(1), total: 190 }
type Now = Partial<Omit<Parameters<typeof useWaitToBuy>[0], 'buy'>>

function Waiting(now: Now) {
  const { isWaiting, changedTo, start } = useWaitToBuy({ ...LOADING, ...now, buy })
  return (
    <button type="button" onClick={start}>
      {isWaiting ? 'waits' : (changedTo ?? 'rests')}
    </button>
  )
}
const says = (text: string) => waitFor(() => expect(screen.getByRole('button')).toHaveTextContent(text))
const press = async (now: Now = {}) => {
  const user = show(<Waiting {...now} />)
  await user.click(screen.getByRole('button'))
  return user
}

it.each<[string, Now, Now, number]>([
  ['the price is the one that was seen', {}, { isReady: true }, 1],
  ['no price was seen', { total: undefined }, { isReady: true }, 1],
  ['there is no price', {}, { isReady: true, total: undefined }, 1],
  ['another item is in the form', {}, { isReady: true, request: itemOf(2) }, 0],
  ['another item is in the form, and its price is not there', {}, { request: itemOf(2) }, 0],
  ['there was no item', { request: undefined }, { isReady: true }, 0],
])('ends waiting when %s', async (_when, before, after, times) => {
  await press(before)
  await says('waits')
  expect(buy).not.toHaveBeenCalled()
  show(<Waiting {...after} />)
  await says('rests')
  expect(buy).toHaveBeenCalledTimes(times)
})

it('buys at once what is ready', async () => {
  await press({ isReady: true })
  await says('rests')
  expect(buy).toHaveBeenCalledOnce()
})

it.each<[string, Now]>([
  ['the price changes again', { total: 230 }],
  ['the item changes', { request: itemOf(2) }],
])('shows another price than the one that was seen, until %s', async (_when, after) => {
  await press()
  show(<Waiting isReady total={210} />)
  await says('210')
  expect(buy).not.toHaveBeenCalled()
  show(<Waiting isReady total={210} {...after} />)
  await says('rests')
})

it('waits while the form is filled in, whatever is filled in, and presses Buy again then', async () => {
  await press({ isFilling: true, request: undefined, total: undefined })
  await says('waits')
  show(<Waiting isFilling request={itemOf(3)} isReady />)
  await says('waits')
  expect(buy).not.toHaveBeenCalled()
  show(<Waiting request={itemOf(3)} />)
  await says('rests')
  expect(buy).toHaveBeenCalledOnce()
})

function Online({ hasFailed, retry }: { hasFailed: boolean; retry: () => void }) {
  useRetryOnline(hasFailed, retry)
  return null
}

const online = () => void dispatchEvent(new Event('online'))

it('tries again when the connection is back, only after a failure, with what is asked now', async () => {
  const left = watchListeners()
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  show(<Online hasFailed={false} retry={first} />)
  const before = left('online')
  online()
  expect(first).not.toHaveBeenCalled()
  show(<Online hasFailed retry={first} />)
  show(<Online hasFailed retry={second} />)
  online()
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  expect(left('online')).toBe(before + 1)
  show(<Online hasFailed={false} retry={second} />)
  await waitFor(() => expect(left('online')).toBe(before))
})
