import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import * as z from 'zod'
import { queryClient } from './api/query-client.ts'
import { loadAppConfig } from './app-config.ts'
import { startI18n, startLanguage } from './i18n.ts'
import { routes } from './routes.tsx'
import { startTheme } from './shell/theme.ts'
import './styles/base.css'

// zod would try to compile its checks, which the content security policy forbids and reports
z.config({ jitless: true })
startTheme()
await Promise.all([loadAppConfig(), startI18n(startLanguage(location.search, localStorage))])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </QueryClientProvider>
  </StrictMode>,
)
