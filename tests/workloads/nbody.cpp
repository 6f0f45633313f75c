// Bodies that attract each other, in steps of leapfrog integration; reals in a few small structures.
#include <array>
#include <cmath>
#include <cstdio>

struct Vector {
  double x, y, z;
  Vector operator+(Vector o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vector operator-(Vector o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vector operator*(double f) const { return {x * f, y * f, z * f}; }
  double dot(Vector o) const { return x * o.x + y * o.y + z * o.z; }
};

struct Body {
  Vector place, speed;
  double mass;
};

template <std::size_t N> class System {
  std::array<Body, N> bodies;

public:
  explicit System(std::array<Body, N> all) : bodies(all) {
    Vector momentum{0, 0, 0};
    for (const Body &b : bodies) momentum = momentum + b.speed * b.mass;
    bodies[0].speed = bodies[0].speed - momentum * (1 / bodies[0].mass);
  }

  void step(double time) {
    for (std::size_t i = 0; i < N; i++)
      for (std::size_t j = i + 1; j < N; j++) {
        Vector d = bodies[i].place - bodies[j].place;
        double square = d.dot(d);
        double force = time / (square * std::sqrt(square));
        bodies[i].speed = bodies[i].speed - d * (bodies[j].mass * force);
        bodies[j].speed = bodies[j].speed + d * (bodies[i].mass * force);
      }
    for (Body &b : bodies) b.place = b.place + b.speed * time;
  }

  double energy() const {
    double sum = 0;
    for (std::size_t i = 0; i < N; i++) {
      sum += 0.5 * bodies[i].mass * bodies[i].speed.dot(bodies[i].speed);
      for (std::size_t j = i + 1; j < N; j++) {
        Vector d = bodies[i].place - bodies[j].place;
        sum -= bodies[i].mass * bodies[j].mass / std::sqrt(d.dot(d));
      }
    }
    return sum;
  }
};

int main() {
  System<6> system({{
      {{0, 0, 0}, {0, 0, 0}, 40},
      {{5, 0.5, -0.1}, {0.2, 2.7, 0.01}, 0.03},
      {{-8, 3, 0.3}, {-0.8, -2.0, -0.02}, 0.01},
      {{1, 12, -0.2}, {-1.8, 0.1, 0.03}, 0.002},
      {{-3, -15, 0.4}, {1.6, -0.3, 0}, 0.0025},
      {{20, -2, 1}, {0.1, 1.4, -0.05}, 0.0001},
  }});
  std::printf("%.12f\n", system.energy());
  for (int round = 0; round < 4; round++) {
    for (int n = 0; n < 12000; n++) system.step(0.001);
    std::printf("%.12f\n", system.energy());
  }
}
