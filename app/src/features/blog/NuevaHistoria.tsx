import { useBorrador } from '../../lib/borrador.ts'
import { uuid } from '../../lib/uuid.ts'
import { Button } from '../../ui/Button.tsx'
import { elegirAvatar } from './avatar.ts'
import * as avisos from './avisos.ts'
import { HistoriaForm } from './HistoriaForm.tsx'
import { type Borrador, useEnviarHistoria } from './historias.ts'

const VACIO: Borrador = { id: '', avatar: '', titulo: '', contenido: '', anonima: true }

/** Where a story begins. Every letter stays on the device until the service has it. */
export function NuevaHistoria() {
  const [draft, change, forget] = useBorrador('historia', VACIO)
  const enviar = useEnviarHistoria()
  const begun = draft.titulo !== '' || draft.contenido !== ''

  const send = async () => {
    // Chosen once: trying again after a lost answer, even another day, sends the same story.
    const story = draft.id ? draft : { ...draft, id: uuid(), avatar: elegirAvatar() }
    change(story)
    try {
      await enviar.mutateAsync(story)
      forget()
      avisos.enviada()
    } catch (failure) {
      avisos.noEnviada(failure)
    }
  }

  return (
    <HistoriaForm draft={draft} onChange={change} onSend={send} busy={enviar.isPending}>
      {begun && !enviar.isPending && (
        <Button look="quiet" onClick={() => avisos.descartada(draft, change, forget)}>
          Descartar
        </Button>
      )}
    </HistoriaForm>
  )
}
