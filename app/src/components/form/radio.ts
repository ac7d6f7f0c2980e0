/** A native radio button drawn in our colours: what browsers draw at night is a grey that no palette of ours has. */
export const radioClass =
  'size-5 shrink-0 appearance-none rounded-full border-2 border-linea-fuerte bg-superficie transition-[border-width] duration-150 checked:border-[6px] checked:border-jacaranda-texto'
