import { Button } from '../../components/button/Button.tsx'
import { useBorrador } from '../../lib/offline/drafts.ts'
import { uuid } from '../../lib/random.ts'
import { chooseAvatar } from './avatar.ts'
import { type Campos, HistoriaForm } from './HistoriaForm.tsx'
import { type Borrador, NUEVA, useEnvio, useSendHistoria } from './historias.ts'
import * as toasts from './toasts.ts'

const VACIO: Borrador = { id: '', avatar: '', titulo: '', contenido: '', anonima: true }

/** Nothing of a story is left: what comes next is another one, with an id of its own. */
const isBlank = ({ titulo, contenido }: Campos) => !titulo && !contenido
const begin = ({ anonima }: Campos): Borrador => (anonima ? VACIO : { ...VACIO, anonima })

/** The form for a new story. The draft is kept on the device until the service has it. */
export function NuevaHistoria() {
  const [draft, change, forget] = useBorrador(NUEVA, VACIO)
  const sendHistoria = useSendHistoria()
  const { envio, takeBack } = useEnvio(draft.id)
  const busy = sendHistoria.isPending || envio === 'esperada'
  const begun = draft.titulo !== '' || draft.contenido !== ''

  const send = async () => {
    // Chosen once: trying again after a lost answer, even another day, sends the same story.
    const story = draft.id ? draft : { ...draft, id: uuid(), avatar: chooseAvatar() }
    change(story)
    try {
      await sendHistoria.mutateAsync(story)
      // Under its id the service knows the story: what she wrote while it was on its way is sent into it, not as another.
      if (forget(story)) toasts.historiaSent()
      else toasts.sentWithoutLast()
    } catch (failure) {
      toasts.sendFailed(failure)
    }
  }

  // What an earlier page left on its way must not send words that she has taken out or thrown away.
  const write = (campos: Campos) => {
    takeBack()
    change(isBlank(campos) ? begin(campos) : { ...draft, ...campos })
  }
  const discard = () => {
    takeBack()
    forget()
  }

  return (
    <HistoriaForm draft={draft} onChange={write} onSend={send} busy={busy}>
      {begun && !busy && (
        <Button look="quiet" onClick={() => toasts.discarded(draft, change, discard)}>
          Descartar
        </Button>
      )}
      {envio === 'dejada' && !busy && <p className="text-sm text-tinta-suave">Se está enviando</p>}
    </HistoriaForm>
  )
}
