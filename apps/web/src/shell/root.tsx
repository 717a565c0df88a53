import { useEffect } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { Outlet, useHref, useLocation, useNavigate } from 'react-router'
import { localeOf } from '../i18n.ts'
import { Toasts } from '../ui/toasts.tsx'
import { countView } from './page-view.ts'

/** Around every page: locale and links for React Aria, toasts, and the count of page views. */
export function Root() {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    void countView(pathname)
    window.scrollTo(0, 0)
  }, [pathname])

  return (
    <I18nProvider locale={localeOf(i18n.language)}>
      {/* oxlint-disable-next-line react/hooks -- React Aria calls the router's hook itself */}
      <RouterProvider navigate={(path) => void navigate(path)} useHref={useAnyHref}>
        <Outlet />
        <Toasts />
      </RouterProvider>
    </I18nProvider>
  )
}

/** The router would take the address of another site for a path of this one. */
function useAnyHref(href: string): string {
  const isOutside = href.startsWith('https://')
  const own = useHref(isOutside ? '.' : href)
  return isOutside ? href : own
}
