import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type HexColumns, hexColumns, sizeText } from "../data/bytes";

/** Bytes drawn as one block; the first block is shown at once, the rest on request. */
const BLOCK = 4096;
/** Beyond this the rest is left out even then: a hex dump of megabytes is read with other tools. */
const MOST = 1 << 20;
/** Narrower than this the rows hold 8 bytes, not 16, in CSS pixels. */
const WIDE = 476;

export function HexDump({ bytes }: { bytes: Uint8Array }) {
  const [whole, setWhole] = useState(false);
  const [width, setWidth] = useState(16);
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth >= WIDE ? 16 : 8);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const end = Math.min(bytes.length, whole ? MOST : BLOCK);
  const starts = Array.from({ length: Math.ceil(end / BLOCK) }, (_, index) => index * BLOCK);
  return (
    <div className="hex" ref={box}>
      {starts.map((start) => (
        <HexBlock key={start} bytes={bytes} start={start} end={Math.min(start + BLOCK, end)} width={width} />
      ))}
      {!whole && end < bytes.length && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          Show {bytes.length <= MOST ? `all ${sizeText(bytes.length)}` : "the first 1 MiB"}
        </button>
      )}
    </div>
  );
}

const HexBlock = memo(function HexBlock(props: { bytes: Uint8Array; start: number; end: number; width: number }) {
  const { bytes, start, end, width } = props;
  const columns: HexColumns = useMemo(() => hexColumns(bytes, start, end, width), [bytes, start, end, width]);
  return (
    <div className="hex-block">
      <pre className="hex-offsets">{columns.offsets}</pre>
      <pre className="hex-bytes">{columns.hex}</pre>
      <pre className="hex-ascii">{columns.ascii}</pre>
    </div>
  );
});
