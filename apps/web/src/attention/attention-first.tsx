import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Spinner } from '../ui/progress.tsx'
import { attentionQuery } from './attention-query.ts'

/** The page below: it waits for what stands above it, so that nothing moves under the pointer. A failure does not hold it back. */
export function AttentionFirst({ children }: { children: ReactNode }) {
  const { isPending, failureCount } = useQuery(attentionQuery())
  return isPending && failureCount === 0 ? <Spinner size={28} /> : children
}
