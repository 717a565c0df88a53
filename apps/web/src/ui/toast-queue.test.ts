import { expect, it } from 'vitest'
import { dismissToast, openToast, showToast, withToast, type Toast } from './toast-queue.ts'

const saved: Toast = { tone: 'good', text: 'Saved' }
const failed: Toast = { tone: 'error', text: 'Saved' }

it.each<[string, readonly Toast[], Toast, readonly Toast[]]>([
  ['shows the first', [], saved, [saved]],
  ['ignores a text already shown', [saved], { ...saved }, [saved]],
  ['ignores a text already queued', [failed, saved], { ...saved }, [failed, saved]],
  ['queues the same text in another tone', [saved], failed, [saved, failed]],
])('%s', (_rule, queue, toast, expected) => expect(withToast(queue, toast)).toEqual(expected))

it('shows toasts one at a time, in order, and drops none', () => {
  showToast(saved)
  showToast(failed)
  expect(openToast()).toEqual(saved)
  dismissToast(saved)
  expect(openToast()).toEqual(failed)
  dismissToast(failed)
  expect(openToast()).toBeUndefined()
})
