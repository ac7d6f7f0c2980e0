import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Button } from '../../../components/button/Button.tsx'
import { Correo } from '../../../components/content/Correo.tsx'
import { ConfirmDialog } from '../../../components/dialog/ConfirmDialog.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { QueryView } from '../../../components/feedback/QueryView.tsx'
import { Field, Input } from '../../../components/form/Field.tsx'
import { Form, useForm } from '../../../components/form/Form.tsx'
import { Select } from '../../../components/form/Select.tsx'
import { Card } from '../../../components/layout/Card.tsx'
import { PAPELES, type Papel } from '../../../lib/cuenta/papeles.ts'
import { correo } from '../../../lib/form/schema.ts'
import { useFormDraft } from '../../../lib/offline/drafts.ts'
import { PruebaCancelada } from '../../../lib/session/prueba.ts'
import { readCorreo } from '../../../lib/text/correo.ts'
import { readable } from '../../../lib/text/readable.ts'
import { longFecha } from '../../../lib/time/fechas.ts'
import { AdminPage } from '../AdminPage.tsx'
import { sayDone, sayFailed } from '../toasts.ts'
import {
  type Convocatoria,
  type Integrante,
  useEndPapel,
  useEquipo,
  useInvite,
  useWithdrawConvocatoria,
} from './equipo.ts'

/** Who helps, in which role; inviting, and ending a role. */
export function EquipoAdmin() {
  const equipo = useEquipo()
  const [inviting, setInviting] = useState(false)
  const [ending, setEnding] = useState<Integrante | null>(null)
  const endPapel = useEndPapel()

  const end = async (integrante: Integrante) => {
    try {
      await endPapel.mutateAsync(integrante)
      sayDone('Papel retirado')
    } catch (failure) {
      if (!(failure instanceof PruebaCancelada)) sayFailed('No se pudo retirar', failure)
    }
    setEnding(null)
  }

  return (
    <AdminPage
      title="Equipo"
      text="Quién ayuda y con qué papel. Ningún papel abre diarios, agendas, contactos ni alertas."
      action={
        <Button
          icon={<UserRoundPlus aria-hidden="true" className="size-5" />}
          onClick={() => setInviting(true)}
        >
          Invitar
        </Button>
      }
    >
      <QueryView query={equipo} errorMessage="No se pudo cargar el equipo." empty="">
        {({ integrantes, convocatorias }) => (
          <div className="grid grid-fit-[26rem] items-start gap-x-8 gap-y-5">
            <section aria-label="Integrantes del equipo" className="grid gap-3">
              <h2 className="text-2xl">Integrantes</h2>
              {integrantes.length === 0 ? (
                <p className="text-tinta-suave">
                  Por ahora solo administra la cuenta de quien instaló la casa. Invita a quien te ayude.
                </p>
              ) : (
                <Card flush>
                  <ul className="renglones">
                    {integrantes.map((integrante) => (
                      <Renglon
                        key={`${integrante.user_id} ${integrante.papel}`}
                        integrante={integrante}
                        onEnd={() => setEnding(integrante)}
                      />
                    ))}
                  </ul>
                </Card>
              )}
            </section>
            {convocatorias.length > 0 && (
              <section aria-label="Invitaciones" className="grid gap-3">
                <h2 className="text-2xl">Invitaciones sin respuesta</h2>
                <Card flush>
                  <ul className="renglones">
                    {convocatorias.map((convocatoria) => (
                      <Invitada key={convocatoria.id} convocatoria={convocatoria} />
                    ))}
                  </ul>
                </Card>
              </section>
            )}
          </div>
        )}
      </QueryView>
      <Dialog open={inviting} onClose={() => setInviting(false)} title="Invitar al equipo">
        {inviting && <InviteForm onDone={() => setInviting(false)} />}
      </Dialog>
      <ConfirmDialog
        open={ending !== null}
        title="¿Retirar este papel?"
        description={`${readable(ending?.nombre ?? '') || 'Anónima'} deja de ser ${ending?.papel} en este momento, en todos sus dispositivos. Su cuenta sigue siendo suya.`}
        action="Retirar"
        busy={endPapel.isPending}
        onConfirm={() => ending && void end(ending)}
        onCancel={() => setEnding(null)}
      />
    </AdminPage>
  )
}

const row = 'flex flex-wrap items-center justify-between gap-x-3 gap-y-1 p-3'

function Renglon({ integrante, onEnd }: { integrante: Integrante; onEnd: () => void }) {
  const { papel, desde } = integrante
  const name = readable(integrante.nombre ?? '') || 'Anónima'
  return (
    <li className={row}>
      <p className="grid min-w-0 wrap-anywhere">
        <bdi translate="no" className="font-semibold">
          {name}
        </bdi>
        <span className="text-sm text-tinta-suave">
          <span className="capitalize">{papel}</span> desde el {longFecha(new Date(desde))}. {PAPELES[papel]}.
        </span>
      </p>
      <Button
        look="quiet"
        className="-mx-2 px-2"
        aria-label={`Retirar a ${name} el papel de ${papel}`}
        onClick={onEnd}
      >
        Retirar
      </Button>
    </li>
  )
}

function Invitada({ convocatoria: { id, correo, papel, vence_en } }: { convocatoria: Convocatoria }) {
  const withdraw = useWithdrawConvocatoria()
  return (
    <li className={row}>
      <p className="grid min-w-0 wrap-anywhere">
        <bdi translate="no" className="font-semibold">
          <Correo>{correo}</Correo>
        </bdi>
        <span className="text-sm text-tinta-suave">
          Como {papel}. Puede aceptar hasta el {longFecha(new Date(vence_en))}.
        </span>
      </p>
      <Button
        look="quiet"
        className="-mx-2 px-2"
        busy={withdraw.isPending}
        aria-label={`Retirar la invitación de ${correo}`}
        onClick={() =>
          // By its promise, since callbacks of `mutate` are not called once this line has gone from the list.
          void withdraw.mutateAsync(id).then(
            () => sayDone('Invitación retirada'),
            (failure) => sayFailed('No se pudo retirar', failure),
          )
        }
      >
        Retirar
      </Button>
    </li>
  )
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const invite = useInvite()
  const draft = useFormDraft('convocatoria', { correo: '', papel: 'moderadora' })
  const form = useForm({
    draft,
    schema: () => z.object({ correo: correo('Escribe su correo completo.') }),
    send: async ({ correo, papel }) => {
      await invite.mutateAsync({ correo: correo.trim(), papel: papel as Papel })
      sayDone('Invitación enviada')
      onDone()
    },
    onFailure: (failure) => {
      if (!(failure instanceof PruebaCancelada)) sayFailed('No se pudo invitar', failure)
    },
    leaves: true,
  })
  return (
    <Form of={form} className="grid gap-4">
      <p className="text-tinta-suave">
        Le llega por correo. La acepta en su perfil, con una cuenta que tenga ese correo, y empieza cuando
        active su verificación en dos pasos.
      </p>
      <Field label="Su correo" required error={form.errors.correo}>
        <Input {...form.text('correo', readCorreo)} type="email" maxLength={254} autoComplete="off" />
      </Field>
      <Field label="Papel" hint={PAPELES[form.values.papel as Papel]}>
        <Select {...form.text('papel')}>
          {Object.keys(PAPELES).map((papel) => (
            <option key={papel} value={papel}>
              {papel[0]!.toUpperCase() + papel.slice(1)}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Enviando…">
        Invitar
      </Button>
    </Form>
  )
}
