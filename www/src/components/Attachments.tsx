import { useEffect, useMemo, useState } from "react";
import { bytesOf, isPicture, sizeText } from "../data/bytes";
import type { Attachment } from "../data/conventions";
import { visible } from "../data/visible";
import { Icon } from "./Icon";

/** More than this many are named only. */
const SHOWN = 24;

export function Attachments({ list }: { list: readonly Attachment[] }) {
  return (
    <ul className="attachments" aria-label="Attachments">
      {list.slice(0, SHOWN).map((attachment, index) => (
        <li key={index}>
          <AttachmentView attachment={attachment} />
        </li>
      ))}
      {list.length > SHOWN && <li className="faint">and {list.length - SHOWN} more</li>}
    </ul>
  );
}

function AttachmentView({ attachment }: { attachment: Attachment }) {
  const { mime, data } = attachment;
  const name = visible(attachment.name);
  const bytes = useMemo(() => (data === undefined ? undefined : bytesOf(data)), [data]);
  const picture = isPicture(mime);
  // Anything that is not a picture is only ever saved, never opened on this page's origin.
  const url = useObjectUrl(bytes, picture ? mime : "application/octet-stream");
  const [broken, setBroken] = useState(false);
  const size = bytes?.length ?? attachment.size;

  return (
    <figure className="attachment">
      {picture && bytes && !broken && (
        <div className="picture">{url && <img src={url} alt={name} onError={() => setBroken(true)} />}</div>
      )}
      <figcaption>
        <Icon name="file" size={14} />
        <span className="attachment-name">{name}</span>
        <span className="faint">
          {mime}
          {size !== undefined && ` · ${sizeText(size)}`}
          {broken && " · not a picture that this browser can show"}
          {!bytes && " · data not stored here"}
        </span>
        {url && (
          <a className="icon-button" href={url} download={attachment.name} aria-label={`Save ${name}`} title="Save">
            <Icon name="download" size={14} />
          </a>
        )}
      </figcaption>
    </figure>
  );
}

/** A blob: URL that lives as long as the component shows it. */
function useObjectUrl(bytes: Uint8Array | undefined, mime: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!bytes) return;
    // The copy also lets go of the page that the bytes came in.
    const made = URL.createObjectURL(new Blob([bytes.slice()], { type: mime }));
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [bytes, mime]);
  return url;
}
