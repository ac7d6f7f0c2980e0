import { cx } from '../../components/cx.ts'
import { radioClass } from '../../components/form/radio.ts'

const OPCIONES = [
  {
    equipo: false,
    label: 'Solo yo',
    hint: 'Nadie más puede abrir lo que escribes, tampoco quien administra el servidor. Si pierdes las dos cosas, nadie puede devolvértelo.',
  },
  {
    equipo: true,
    label: 'También el equipo puede devolvérmelo',
    hint: 'Si pierdes las dos cosas, pides tu llave con tu contraseña y un código de tu correo, y la recoges 24 horas después. A cambio, quien administra el servidor también podría usarla.',
  },
]

type EleccionProps = { equipo: boolean; onChange: (equipo: boolean) => void }

/** Whether the installation has a slot of her vault. */
export function EleccionEquipo({ equipo, onChange }: EleccionProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 font-semibold">¿Quién puede abrir lo que escribes?</legend>
      {OPCIONES.map((opcion) => (
        <label key={opcion.label} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name="equipo"
            checked={opcion.equipo === equipo}
            onChange={() => onChange(opcion.equipo)}
            className={cx(radioClass, 'mt-0.5')}
          />
          <span className="grid gap-0.5">
            <span>{opcion.label}</span>
            <span className="text-[0.9375rem] text-tinta-suave">{opcion.hint}</span>
          </span>
        </label>
      ))}
      <p className="text-[0.9375rem] text-tinta-suave">
        Puedes cambiarlo después. Si alguien sabe tu contraseña y lee tu correo, elige «Solo yo».
      </p>
    </fieldset>
  )
}
