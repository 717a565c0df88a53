import { afterEach, expect, it, vi } from 'vitest'
import { checkpointFromEnvironment } from './checkpoint.ts'

const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
afterEach(() => kill.mockClear())

it('kills the process at its point only, as a power cut would', () => {
  const checkpoint = checkpointFromEnvironment('after_t1')
  checkpoint('before_t1')
  expect(kill).not.toHaveBeenCalled()
  checkpoint('after_t1')
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']])
})

it('hangs it there on request, and does nothing otherwise', () => {
  checkpointFromEnvironment('after_v1 SIGSTOP')('after_v1')
  expect(kill.mock.calls).toEqual([[process.pid, 'SIGSTOP']])
  for (const none of [undefined, '']) checkpointFromEnvironment(none)('after_v1')
  expect(kill).toHaveBeenCalledTimes(1)
})
