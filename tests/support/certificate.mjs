// A certificate for 127.0.0.1 that signs itself, in the DER of RFC 5280, because Node makes keys but no certificates.

import { generateKeyPairSync, sign } from "node:crypto";

const der = (tag, ...parts) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts) => der(0x30, ...parts);
const oid = (hex) => der(0x06, Buffer.from(hex, "hex"));
const time = (text) => der(0x18, Buffer.from(text));

/** `{cert, key}` in PEM. */
export function certificate() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
  const name = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("vitrine test")))));
  const address = sequence(oid("551d11"), der(0x04, sequence(der(0x87, [127, 0, 0, 1]))));
  const content = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ecdsaWithSha256,
    name,
    sequence(time("20200101000000Z"), time("20990101000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(address)),
  );
  const signature = sign("sha256", content, privateKey);
  const whole = sequence(content, ecdsaWithSha256, der(0x03, [0], signature));
  const lines = whole.toString("base64").match(/.{1,64}/g);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
}
