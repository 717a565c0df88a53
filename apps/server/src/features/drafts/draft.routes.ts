import { deleteDraft, DRAFTS_MAX, listDrafts, saveDraft } from '@postroom/contract/draft'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import { serve, type Api } from '../../http/serve.ts'
import { listDrafts as storedDrafts, putDraft, removeDraft } from './draft.store.ts'

/** What users have typed into forms and not sent yet. Only they see it. */
export function draftRoutes(api: Api, context: Context): void {
  const { db } = context

  serve(api, listDrafts, async ({ query: { form }, user }) => {
    const drafts = await storedDrafts(db, user.id, form)
    return {
      data: drafts.map(({ values, saved_at, ...draft }) => ({
        ...draft,
        values: JSON.parse(values) as unknown,
        saved_at: saved_at.toISOString(),
      })),
    }
  })

  serve(api, saveDraft, async ({ params: { draft: id }, body: { form, label, values }, user }) => {
    const saved_at = context.now()
    await act(context, user, (tx, { id: user_id }) =>
      putDraft(tx, { id, user_id, form, label, values: JSON.stringify(values), saved_at }, DRAFTS_MAX),
    )
    return { id, saved_at: saved_at.toISOString() }
  })

  serve(api, deleteDraft, async ({ params: { draft: id }, user }) => {
    await act(context, user, (tx, { id: user_id }) => removeDraft(tx, user_id, id))
    return { id }
  })
}
