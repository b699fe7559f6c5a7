package dev.rayllm.operator.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate for one host name that its own file makes trusted, by the JDK's keytool. */
record Certificates(KeyStore store, Path authority) {

    private static final char[] PASSWORD = "changeit".toCharArray();

    /** Makes one in a folder. */
    static Certificates of(String host, Path folder) {
        try {
            Path file = folder.resolve(host + ".p12");
            int code = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", "CN=test", "-ext", "san=dns:" + host,
                    "-ext", "bc:c", "-storetype", "PKCS12", "-keystore", file.toString(), "-storepass",
                    new String(PASSWORD)).redirectErrorStream(true).redirectOutput(folder.resolve("keytool.log").toFile())
                    .start().waitFor();
            if (code != 0) {
                throw new IllegalStateException(Files.readString(folder.resolve("keytool.log")));
            }
            KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
            Path authority = folder.resolve(host + ".pem");
            Files.writeString(authority, "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'})
                    .encodeToString(store.getCertificate("a").getEncoded()) + "\n-----END CERTIFICATE-----\n");
            return new Certificates(store, authority);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Makes sockets that show the certificate. */
    ServerSocketFactory sockets() {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context.getServerSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
