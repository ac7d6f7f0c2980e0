import { useBorrador } from '../../data/borrador.ts'
import { uuid } from '../../lib/random.ts'
import { Button } from '../../ui/Button.tsx'
import { chooseAvatar } from './avatar.ts'
import { HistoriaForm } from './HistoriaForm.tsx'
import { type Borrador, useSendHistoria } from './historias.ts'
import * as toasts from './toasts.ts'

const VACIO: Borrador = { id: '', avatar: '', titulo: '', contenido: '', anonima: true }

/** The form for a new story. The draft is kept on the device until the service has it. */
export function NuevaHistoria() {
  const [draft, change, forget] = useBorrador('historia', VACIO)
  const sendHistoria = useSendHistoria()
  const begun = draft.titulo !== '' || draft.contenido !== ''

  const send = async () => {
    // Chosen once: trying again after a lost answer, even another day, sends the same story.
    const story = draft.id ? draft : { ...draft, id: uuid(), avatar: chooseAvatar() }
    change(story)
    try {
      await sendHistoria.mutateAsync(story)
      forget()
      toasts.historiaSent()
    } catch (failure) {
      toasts.sendFailed(failure)
    }
  }

  return (
    <HistoriaForm
      draft={draft}
      onChange={(campos) => change({ ...draft, ...campos })}
      onSend={send}
      busy={sendHistoria.isPending}
    >
      {begun && !sendHistoria.isPending && (
        <Button look="quiet" onClick={() => toasts.discarded(draft, change, forget)}>
          Descartar
        </Button>
      )}
    </HistoriaForm>
  )
}
