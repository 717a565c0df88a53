import '@fontsource-variable/cabin/wght.css'
import '@fontsource-variable/inter/wght.css'
// before the styles of components, which change what it says
import './styles/base.css'
import './styles/skeleton.css'
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

// zod compiles its checks, which the content security policy forbids. It reads this when the first page with schemas
// loads it; nothing above does.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

startTheme()
const router = createBrowserRouter(routes)
// not awaited here: the code of a page imports this file, and would wait for it while this waits for the page
void show()

async function show(): Promise<void> {
  await Promise.all([loadAppConfig(), startI18n(startLanguage(location.search, localStorage)), firstPage()])
  const shown = isSecureContext ? <RouterProvider router={router} /> : await insecurePage()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>
    </StrictMode>,
  )
  startAssistant()
}

/** Loaded only where it is shown. */
async function insecurePage() {
  const { InsecurePage } = await import('./shell/insecure-page.tsx')
  return <InsecurePage />
}

/** The code of the first page is loaded; until then the skeleton stays. */
async function firstPage(): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
