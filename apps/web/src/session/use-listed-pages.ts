import { useQuery } from '@tanstack/react-query'
import { appConfig } from '../app-config.ts'
import { PAGES } from '../pages.ts'
import { listedPages, mayOpen } from './module-access.ts'
import { permissionQuery } from './module-guard.tsx'
import { useUser } from './use-session.ts'

/** The pages that the user may open and the navigation lists, in its order. */
export function useListedPages() {
  const { plan } = useUser()
  const { projectVariant } = appConfig()
  const { data } = useQuery(permissionQuery())
  return listedPages(plan).filter(({ name }) => mayOpen(PAGES[name], data?.permissions ?? [], projectVariant))
}
