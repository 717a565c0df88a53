import { Navigate, type RouteObject } from 'react-router'
import { BrokenPage } from './shell/broken-page.tsx'
import { Root } from './shell/root.tsx'

/** Every page, in the order of spec §2. Each is loaded when it is opened. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: BrokenPage,
    HydrateFallback: () => null,
    children: [
      { path: '/', element: <Navigate to="/app" replace /> },
      { path: '/login', lazy: () => import('./features/login/login-page.tsx') },
      { path: '/reset', lazy: () => import('./features/login/reset-page.tsx') },
      {
        path: '/app',
        lazy: () => import('./shell/shell.tsx'),
        ErrorBoundary: BrokenPage,
        children: [
          { index: true, element: <Navigate to="/app/home" replace /> },
          { path: 'home', lazy: () => import('./features/home/home-page.tsx') },
          { path: 'shipping-single', lazy: () => import('./features/shipping/shipping-page.tsx') },
          { path: 'device-preferences', lazy: () => import('./features/device/device-preferences-page.tsx') },
          { path: '*', element: <Navigate to="/app/home" replace /> },
        ],
      },
      { path: '/error', lazy: () => import('./features/error/error-page.tsx') },
      { path: '*', element: <Navigate to="/app/home" replace /> },
    ],
  },
]
