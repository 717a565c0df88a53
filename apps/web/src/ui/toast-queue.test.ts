import { expect, it } from 'vitest'
import { dismissToast, openToast, showToast, withToast, type Toast } from './toast-queue.ts'

const saved: Toast = { tone: 'good', text: 'Saved' }
const failed: Toast = { tone: 'error', text: 'Saved' }

it.each<[string, readonly Toast[], Toast, readonly Toast[]]>([
  ['the first is shown', [], saved, [saved]],
  ['the same words are not shown twice', [saved], { ...saved }, [saved]],
  ['nor queued twice', [failed, saved], { ...saved }, [failed, saved]],
  ['the same words in another tone are another toast', [saved], failed, [saved, failed]],
])('%s', (_rule, queue, toast, expected) => expect(withToast(queue, toast)).toEqual(expected))

it('shows one at a time, in the order they came, and loses none', () => {
  showToast(saved)
  showToast(failed)
  expect(openToast()).toEqual(saved)
  dismissToast(saved)
  expect(openToast()).toEqual(failed)
  dismissToast(failed)
  expect(openToast()).toBeUndefined()
})
