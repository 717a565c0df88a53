import { useQuery } from '@tanstack/react-query'
import { appConfig } from '../app-config.ts'
import { PAGES, type PageName } from '../pages.ts'
import { isInPlan, mayOpen } from './module-access.ts'
import { permissionQuery } from './module-guard.tsx'
import { useUser } from './use-session.ts'

/** Whether the user may open a page: its permission, plan and variant. @see spec §6 */
export function useMayOpen(): (page: PageName) => boolean {
  const { plan } = useUser()
  const { projectVariant } = appConfig()
  const { data } = useQuery(permissionQuery())
  return (page) => isInPlan(PAGES[page], plan) && mayOpen(PAGES[page], data?.permissions ?? [], projectVariant)
}
