import { knownConfig, supportEmail } from '../../lib/installation/config.ts'
import { Correo } from '../../ui/Correo.tsx'

/** Who is responsible for members' data, as the operator's settings say it; in their absence, that nobody is named. */
export function Responsable() {
  const responsible = knownConfig()?.responsible
  const address = supportEmail()
  return (
    <p className="rounded-card bg-hundido p-4 wrap-anywhere">
      {responsible ? (
        <>
          Responsable de tus datos: <strong translate="no">{responsible.name}</strong>,{' '}
          <span translate="no">{responsible.address}</span>.
        </>
      ) : (
        'Quien opera esta instalación todavía no dice aquí quién es ni dónde está: pregúntaselo antes de contar algo delicado.'
      )}
      {address && (
        <>
          {' '}
          Su correo:{' '}
          <a href={`mailto:${address}`} className="underline underline-offset-2">
            <Correo>{address}</Correo>
          </a>
        </>
      )}
    </p>
  )
}
