import '@fontsource-variable/cabin/wght.css'
import '@fontsource-variable/inter/wght.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/query-client.ts'
import { loadAppConfig } from './app-config.ts'
import { startI18n, startLanguage } from './i18n.ts'
import { routes } from './routes.tsx'
import { startAssistant } from './shell/assistant.ts'
import { startTheme } from './shell/theme.ts'
import './styles/base.css'

startTheme()
await Promise.all([loadAppConfig(), startI18n(startLanguage(location.search, localStorage))])

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </QueryClientProvider>
  </StrictMode>,
)

startAssistant()
