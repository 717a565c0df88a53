import { drawingOfReturnCode } from '@postroom/documents/label/return-code'
import { render } from '@postroom/documents/pdf/pdf'
import { codesOn } from '../carriers/royal-mail/code-reader.ts'
import { pageImage } from '../documents/page-image.ts'

const TRIES = 5

/** Waits for the threads that draw and read pictures: on a busy machine they take longer to start than a picture may take. */
export async function drawingStarted(): Promise<void> {
  const { pdf } = await render(drawingOfReturnCode({ number: 'ZZ000000005GB', created_at: new Date(0) }))
  for (let tries = 1; ; tries++)
    try {
      return void (await codesOn(await pageImage({ pdf, page: 1 })))
    } catch (error) {
      if (tries === TRIES) throw error
    }
}
