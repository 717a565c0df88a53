import { getPermission } from '@postroom/contract/identity'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useMatches } from 'react-router'
import { call } from '../api/call.ts'
import { appConfig } from '../app-config.ts'
import { href, type Page } from '../pages.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/progress.tsx'
import { signOut } from './end-session.ts'
import { isInPlan, mayOpen } from './module-access.ts'
import { NoRight } from './no-right.tsx'
import { useUser } from './use-session.ts'

const STALE_MS = 300_000

/** What the user may do. */
export const permissionQuery = () =>
  queryOptions({
    queryKey: ['permission'],
    queryFn: ({ signal }) => call(getPermission, {}, { signal }),
    staleTime: STALE_MS,
  })

/** Signs a user out who opens a page without its permission; in the variant for the United Kingdom the page explains itself. A page of the full plan sends a Lite user elsewhere. @see spec §2, §6 */
export function ModuleGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { projectVariant } = appConfig()
  const { plan } = useUser()
  const page = useMatches().at(-1)?.handle as Page | undefined
  const { data, isError, refetch } = useQuery(permissionQuery())
  const permissions = data?.permissions
  const isOpen = page === undefined || mayOpen(page, permissions ?? [], projectVariant)
  const isRefused = permissions !== undefined && !isOpen
  useEffect(() => {
    if (isRefused && projectVariant !== 'uk') void signOut(t('session.unauthorised_page'))
  }, [isRefused, projectVariant, t])
  if (page && !isInPlan(page, plan)) return <Navigate to={href(page.instead ?? 'home')} replace />
  if (isOpen) return children
  if (isError && !data)
    return (
      <Notice tone="warn" isLive action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('common.could_not_load')}
      </Notice>
    )
  if (!isRefused) return <Spinner size={28} />
  return projectVariant === 'uk' && page && data ? <NoRight page={page} roles={data.roles} /> : null
}
