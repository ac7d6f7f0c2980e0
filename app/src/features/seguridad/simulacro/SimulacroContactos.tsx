import { Button } from '../../../components/button/Button.tsx'
import { messageOf } from '../../../lib/api/errors.ts'
import { personasOf } from '../alarma/estado.ts'
import { PersonaRow } from '../alarma/PersonaRow.tsx'
import type { Contacto } from '../contactos/contactos.ts'
import { secondsToArrive, usePrueba } from './prueba.ts'

type SimulacroContactosProps = { contactos: Contacto[]; reachable: number }

/** The second part of a drill: who accepted gets a message that begins with SIMULACRO, and she sees whom it reached, and how fast. */
export function SimulacroContactos({ contactos, reachable }: SimulacroContactosProps) {
  const { sending, leida } = usePrueba()
  const people = reachable === 1 ? 'una persona' : `${reachable} personas`
  const nombreOf = (id: string | null) =>
    contactos.find((contacto) => contacto.id === id)?.nombre ?? 'Un contacto'
  const personas = leida ? personasOf(leida.entregas, contactos) : []
  const arrived = leida
    ? personas.map(({ contactoId }) =>
        secondsToArrive(
          leida.alerta,
          leida.entregas.filter(({ contacto_id }) => contacto_id === contactoId),
        ),
      )
    : []
  const known = arrived.filter((seconds) => seconds !== null).length

  return (
    <section aria-label="Con tus contactos" className="grid gap-3 border-linea border-t pt-4">
      <h3 className="font-sans font-semibold">Con tus contactos</h3>
      {sending.data === undefined ? (
        <p className="text-[0.9375rem] text-tinta-suave">
          Le sale a {people} un mensaje que empieza con SIMULACRO y dice que no ha pasado nada.
        </p>
      ) : (
        <>
          <ul aria-label="A quién le llegó el simulacro" className="grid gap-2">
            {personas.map((persona, index) => (
              <PersonaRow
                key={persona.contactoId}
                persona={persona}
                nombre={nombreOf(persona.contactoId)}
                segundos={arrived[index]}
              />
            ))}
          </ul>
          <p role="status" className="font-semibold text-[0.9375rem]">
            {personas.length === 0
              ? 'El servicio ya lo tiene. Todavía no sale para nadie.'
              : describeArrived(known, personas.length)}
            <span className="font-normal text-tinta-suave">
              {' '}
              Un correo cuenta cuando lo abren. Puedes cerrar: queda en tus contactos.
            </span>
          </p>
        </>
      )}
      {sending.error && (
        <p role="alert" className="text-alerta-texto">
          {messageOf(sending.error)}
        </p>
      )}
      <Button
        look={sending.data === undefined ? 'primary' : 'quiet'}
        busy={sending.isPending}
        busyLabel="Pidiéndolo…"
        onClick={() => sending.mutate()}
      >
        {sending.data === undefined ? 'Mandarles el SIMULACRO' : 'Mandar otro'}
      </Button>
    </section>
  )
}

function describeArrived(known: number, all: number): string {
  if (all > 1) return `Le llegó a ${known} de ${all} personas.`
  return known === 1 ? 'Le llegó.' : 'Todavía no le llega.'
}
