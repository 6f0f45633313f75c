/* What libjpeg-turbo prints about itself. */
#define JVERSION "6b"
#define JCOPYRIGHT1 ""
#define JCOPYRIGHT2 ""
#define JCOPYRIGHT_SHORT ""
