import { Navigate, type RouteObject } from 'react-router'
import { Component as LoginPage } from './features/login/login-page.tsx'
import { href, PAGES } from './pages.ts'
import { BrokenPage } from './shell/broken-page.tsx'
import { Root } from './shell/root.tsx'

const goHome = <Navigate to={href('home')} replace />

/** Every route of spec §2. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: BrokenPage,
    HydrateFallback: () => null,
    children: [
      { path: '/', element: <Navigate to="/app" replace /> },
      { path: '/login', Component: LoginPage },
      { path: '/login/sign-on', lazy: () => import('./features/login/sign-on-page.tsx') },
      { path: '/reset', lazy: () => import('./features/login/reset-page.tsx') },
      {
        path: '/app',
        lazy: () => import('./shell/shell.tsx'),
        ErrorBoundary: BrokenPage,
        children: [
          { index: true, element: goHome },
          // the access check reads from the handle which page it guards
          ...Object.values(PAGES).map((page): RouteObject => ({ path: page.path, lazy: page.lazy, handle: page })),
          { path: '*', element: goHome },
        ],
      },
      { path: '/error', lazy: () => import('./features/error/error-page.tsx') },
      { path: '*', element: goHome },
    ],
  },
]
