import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { i18next } from '../i18n.ts'
import { expireSession } from '../session/end-session.ts'
import { showToast } from '../ui/toast-queue.ts'
import { ApiError } from './api-error.ts'

const ATTEMPTS = 2
const STALE_MS = 10_000

/**
 * Notifies the user of a refused call, and ends a session that the server no longer knows. A query or mutation with
 * `meta: { isQuiet: true }` shows its own errors. @see spec §8
 */
export function announceFailure(error: unknown): void {
  if (error instanceof ApiError && error.code !== undefined)
    announceRefusal({ code: error.code, description: error.message })
}

/** The same for a refusal that is part of an answer. */
export function announceRefusal({ code, description }: { code: string; description: string }): void {
  const text = i18next.t(`backendError.${code}`, { defaultValue: description })
  showToast({ tone: 'error', text: `[Error ID: ${code}] ${text}` })
  if (code === 'session_expired') expireSession('elsewhere')
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => void (query.meta?.['isQuiet'] || announceFailure(error)) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => void (mutation.meta?.['isQuiet'] || announceFailure(error)),
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: STALE_MS,
      // the server refuses the same request again; only a missing answer is worth a retry
      retry: (count, error) => count < ATTEMPTS && !(error instanceof ApiError && error.status < 500),
    },
    // without a network a call fails at once instead of waiting
    mutations: { networkMode: 'always', retry: false },
  },
})
