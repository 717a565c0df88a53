import { screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { show } from '../../../testing/show.tsx'
import { TestResult } from './test-result.tsx'

const LABELS = /^The account may print labels/
const NO_LABELS = /^The account may not print labels/
const UNKNOWN = /^Whether the account may print labels is not known/

it.each([
  [{ result: 'connected', release: '2026.1', prints_labels: true }, 'good', /release 2026\.1/, LABELS],
  [{ result: 'connected', release: '2026.1', prints_labels: false }, 'warn', /release 2026\.1/, NO_LABELS],
  [{ result: 'connected' }, 'warn', 'Royal Mail accepts the login.', UNKNOWN],
  [{ result: 'refused', reason: 'Not theirs.' }, 'error', 'Nothing was changed. Not theirs.', undefined],
  [{ result: 'refused' }, 'error', 'Nothing was changed.', undefined],
  [{ result: 'no_answer' }, 'warn', /^Royal Mail did not answer/, undefined],
  [{ result: 'not_connected' }, 'error', /^This account has no key or login/, undefined],
] as const)('the answer %o is shown in the tone %s', (found, tone, text, means) => {
  show(<TestResult found={found} />)
  const notice = screen.getByText(text).closest(`[role=${tone === 'error' ? 'alert' : 'status'}]`)
  expect(notice?.className).toContain(`_${tone}_`)
  if (means) expect(screen.getByText(means)).toBeVisible()
  else expect(screen.queryByText(/may (not )?print labels/)).toBeNull()
})
