/** One petal of the jacaranda flower, pointing up from the origin, 52 units long. */
export const PETAL = 'M0 0C-14-6-24-22-20-38-17-50-6-52 0-45 6-52 17-50 20-38 24-22 14-6 0 0Z'

type FlorProps = { x: number; y: number; size: number; turn?: number; fill: string; opacity?: number }

/** The jacaranda flower, as a part of other drawings. `size` is its diameter. */
export function Flor({ x, y, size, turn = 0, fill, opacity }: FlorProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${size / 100})`} fill={fill} opacity={opacity}>
      {[0, 72, 144, 216, 288].map((angle) => (
        <path key={angle} d={PETAL} transform={`rotate(${angle})`} />
      ))}
    </g>
  )
}
